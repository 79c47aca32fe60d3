package io.privirec.lab.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Lines through points on a logarithmic x axis and a linear y axis, as SVG text.
public final class LinePlot {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 440;
  private static final int LEFT = 70;
  private static final int RIGHT = 150;
  private static final int TOP = 20;
  private static final int BOTTOM = 60;
  private static final int TICKS = 5;
  private static final String[] COLOURS = {
    "#1b6ca8", "#d1495b", "#2e933c", "#8a5a00", "#6a4c93", "#444444"
  };

  private final String xLabel;
  private final String yLabel;
  private final Map<String, List<double[]>> lines = new LinkedHashMap<>();

  public LinePlot(String xLabel, String yLabel) {
    this.xLabel = xLabel;
    this.yLabel = yLabel;
  }

  /// Adds a point to a line; lines are drawn in the order of their points.
  ///
  /// @param x positive
  public void add(String line, double x, double y) {
    lines.computeIfAbsent(line, name -> new ArrayList<>()).add(new double[] {x, y});
  }

  public String svg() {
    Axis x = Axis.of(lines, 0, true);
    Axis y = Axis.of(lines, 1, false);
    StringBuilder svg = new StringBuilder();
    svg.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n"
            .formatted(WIDTH, HEIGHT));
    for (int tick = 0; tick <= TICKS; tick++) {
      double part = (double) tick / TICKS;
      svg.append(
          "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.3g</text>%n"
              .formatted(across(part), HEIGHT - BOTTOM + 20, x.at(part)));
      svg.append(
          "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#dddddd\"/>%n"
              .formatted(LEFT, WIDTH - RIGHT, up(part), up(part)));
      svg.append(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.4f</text>%n"
              .formatted(LEFT - 8, up(part) + 4, y.at(part)));
    }
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>%n"
            .formatted((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 15, escaped(xLabel)));
    svg.append(
        "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>%n"
            .formatted((TOP + HEIGHT - BOTTOM) / 2, escaped(yLabel)));
    int number = 0;
    for (Map.Entry<String, List<double[]>> line : lines.entrySet()) {
      String colour = COLOURS[number % COLOURS.length];
      StringBuilder points = new StringBuilder();
      for (double[] point : line.getValue()) {
        double px = across(x.part(point[0]));
        double py = up(y.part(point[1]));
        points.append("%.1f,%.1f ".formatted(px, py));
        svg.append(
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>%n".formatted(px, py, colour));
      }
      svg.append(
          "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>%n"
              .formatted(points.toString().strip(), colour));
      svg.append(
          "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>%n"
              .formatted(
                  WIDTH - RIGHT + 16, TOP + 16 + 20 * number, colour, escaped(line.getKey())));
      number++;
    }
    return svg.append("</svg>\n").toString();
  }

  private static double across(double part) {
    return LEFT + part * (WIDTH - LEFT - RIGHT);
  }

  private static double up(double part) {
    return HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  /// @param low of the axis, its logarithm on a logarithmic one
  private record Axis(double low, double high, boolean logarithmic) {
    static Axis of(Map<String, List<double[]>> lines, int coordinate, boolean logarithmic) {
      double[] values =
          lines.values().stream()
              .flatMap(List::stream)
              .mapToDouble(point -> logarithmic ? Math.log(point[coordinate]) : point[coordinate])
              .sorted()
              .toArray();
      double low = values[0];
      double high = values[values.length - 1];
      double margin = high > low ? .05 * (high - low) : 1;
      return new Axis(low - margin, high + margin, logarithmic);
    }

    double part(double value) {
      return ((logarithmic ? Math.log(value) : value) - low) / (high - low);
    }

    double at(double part) {
      double value = low + part * (high - low);
      return logarithmic ? Math.exp(value) : value;
    }
  }
}
