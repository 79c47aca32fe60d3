package io.privirec.federation.peers;

import io.privirec.secagg.ParticipantId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Who sends to whom: a connected graph over the cohort.
public sealed interface Topology {
  /// Everybody to everybody.
  record Complete() implements Topology {}

  /// Each to the one before and the one after it, by name, in a circle.
  record Ring() implements Topology {}

  /// As listed.
  record Listed(List<Edge> edges) implements Topology {
    public Listed {
      edges = List.copyOf(edges);
    }
  }

  /// Two that send to each other.
  record Edge(ParticipantId one, ParticipantId other) {
    public Edge {
      if (one.equals(other)) {
        throw new IllegalArgumentException(one + " is no neighbour of itself");
      }
    }
  }

  /// Those whom a participant sends to.
  default SortedSet<ParticipantId> neighbours(ParticipantId self, SortedSet<ParticipantId> cohort) {
    TreeSet<ParticipantId> neighbours = new TreeSet<>();
    switch (this) {
      case Complete() -> neighbours.addAll(cohort);
      case Ring() -> {
        List<ParticipantId> circle = List.copyOf(cohort);
        int place = circle.indexOf(self);
        neighbours.add(circle.get((place + 1) % circle.size()));
        neighbours.add(circle.get((place + circle.size() - 1) % circle.size()));
      }
      case Listed(var edges) -> {
        for (Edge edge : edges) {
          if (edge.one().equals(self)) {
            neighbours.add(edge.other());
          } else if (edge.other().equals(self)) {
            neighbours.add(edge.one());
          }
        }
      }
    }
    neighbours.remove(self);
    return Collections.unmodifiableSortedSet(neighbours);
  }

  /// Why it is none of this cohort, if so: it names somebody else, or leaves somebody apart.
  default Optional<String> fault(SortedSet<ParticipantId> cohort) {
    if (this instanceof Listed(var edges)) {
      for (Edge edge : edges) {
        for (ParticipantId named : List.of(edge.one(), edge.other())) {
          if (!cohort.contains(named)) {
            return Optional.of(named + " is named in the topology and not in the cohort");
          }
        }
      }
    }
    SortedSet<ParticipantId> reached = new TreeSet<>();
    List<ParticipantId> toVisit = new ArrayList<>(List.of(cohort.first()));
    while (!toVisit.isEmpty()) {
      ParticipantId next = toVisit.removeLast();
      if (reached.add(next)) {
        toVisit.addAll(neighbours(next, cohort));
      }
    }
    SortedSet<ParticipantId> apart = new TreeSet<>(cohort);
    apart.removeAll(reached);
    return apart.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the topology does not connect %s with %s".formatted(apart.first(), cohort.first()));
  }

  /// Weights of a step of gossip; participants in the order of their names.
  default Mixing mixing(SortedSet<ParticipantId> cohort) {
    if (this instanceof Complete) {
      return Mixing.complete(cohort.size());
    }
    List<ParticipantId> order = List.copyOf(cohort);
    int count = order.size();
    boolean[] joined = new boolean[count * count];
    for (int i = 0; i < count; i++) {
      for (ParticipantId neighbour : neighbours(order.get(i), cohort)) {
        joined[i * count + order.indexOf(neighbour)] = true;
      }
    }
    return Mixing.lazyMetropolis(joined, count);
  }

  /// Lines of a session's digest.
  default List<Object> lines() {
    return switch (this) {
      case Complete() -> List.of("complete");
      case Ring() -> List.of("ring");
      case Listed(var edges) ->
          edges.stream().<Object>map(edge -> edge.one() + " " + edge.other()).toList();
    };
  }
}
