package io.privirec.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/// A top-level type with all that is declared in it. A sealed type and the types that it permits
/// are one group.
final class TypeGroups implements SliceAssignment {
  @Override
  public SliceIdentifier getIdentifierOf(JavaClass type) {
    TreeSet<String> group = new TreeSet<>();
    Deque<Class<?>> open = new ArrayDeque<>(List.of(type.reflect()));
    while (!open.isEmpty()) {
      Class<?> each = open.pop().getNestHost();
      if (group.add(each.getName())) {
        Stream.of(each.getNestMembers()).flatMap(TypeGroups::sealedWith).forEach(open::push);
      }
    }
    return SliceIdentifier.of(group.first());
  }

  /// The types that a type permits, and those that permit it.
  private static Stream<Class<?>> sealedWith(Class<?> type) {
    Stream<Class<?>> above =
        Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()));
    return Stream.concat(
        above.filter(Class::isSealed),
        type.isSealed() ? Stream.of(type.getPermittedSubclasses()) : Stream.empty());
  }

  @Override
  public String getDescription() {
    return "top-level types, a sealed type with the types that it permits";
  }
}
