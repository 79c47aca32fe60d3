package io.privirec.privacy.text;

import io.privirec.privacy.sampling.Variance;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;

/// An exact number: .3 and 3/10 are the same.
record Fraction(BigInteger numerator, BigInteger denominator) {
  /// More than the shortest text of any double has, so that its decimal is not rounded before it
  /// becomes one.
  private static final MathContext DIGITS = MathContext.DECIMAL128;

  /// @throws IllegalArgumentException if it is no positive number
  static Fraction parse(String name, String text) {
    try {
      int slash = text.indexOf('/');
      Fraction value =
          slash < 0
              ? of(new BigDecimal(text))
              : of(new BigDecimal(text.substring(0, slash)))
                  .times(of(new BigDecimal(text.substring(slash + 1))).inverse());
      if (value.numerator.signum() <= 0) {
        throw new NumberFormatException("not positive");
      }
      return value;
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s must be a positive number. Provided value: %s".formatted(name, text), e);
    }
  }

  private static Fraction of(BigDecimal value) {
    if (Math.abs((long) value.scale()) > 400) {
      throw new NumberFormatException("exponent");
    }
    BigInteger scale = BigInteger.TEN.pow(Math.abs(value.scale()));
    return value.scale() < 0
        ? new Fraction(value.unscaledValue().multiply(scale), BigInteger.ONE)
        : new Fraction(value.unscaledValue(), scale);
  }

  Fraction inverse() {
    if (numerator.signum() == 0) {
      throw new NumberFormatException("division by zero");
    }
    return new Fraction(denominator, numerator);
  }

  Fraction times(Fraction other) {
    BigInteger top = numerator.multiply(other.numerator);
    BigInteger bottom = denominator.multiply(other.denominator);
    BigInteger common = top.gcd(bottom).max(BigInteger.ONE);
    return new Fraction(top.divide(common), bottom.divide(common));
  }

  /// The nearest double: of the text of a double, that double.
  double toDouble() {
    return new BigDecimal(numerator).divide(new BigDecimal(denominator), DIGITS).doubleValue();
  }

  /// @throws IllegalArgumentException if the terms are too large
  Variance variance() {
    if (numerator.bitLength() > 53 || denominator.bitLength() > 53) {
      throw new IllegalArgumentException(
          "the variance must be a fraction of integers in [1, 2^52]. Provided value: "
              + toDouble());
    }
    return new Variance(numerator.longValueExact(), denominator.longValueExact());
  }
}
