package io.privirec.privacy.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.constantpool.DoubleEntry;
import java.lang.classfile.constantpool.FloatEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// No class of the package computes with floating point, or calls anything that takes or returns
/// it: read in the byte code.
class NoFloatingPointTest {
  /// Of the platform, samplers call these only: none of them computes with floating point on the
  /// way.
  private static final List<String> CALLED =
      List.of(
          "java/lang/Object",
          "java/lang/Record",
          "java/lang/Long",
          "java/lang/String",
          "java/lang/Math",
          "java/lang/invoke/VarHandle",
          "java/lang/invoke/MethodHandles",
          "java/lang/IllegalArgumentException",
          "java/math/BigInteger",
          "java/nio/ByteOrder",
          "java/util/Objects");

  /// The methods of BigInteger that samplers may call: `sqrt`, `pow` and texts use floating point.
  private static final List<String> OF_BIG_INTEGER =
      List.of(
          "valueOf",
          "add",
          "multiply",
          "divide",
          "shiftLeft",
          "shiftRight",
          "compareTo",
          "longValueExact");

  private static final Pattern FLOATING =
      Pattern.compile(
          "([FD](?!UP).*|.*_[FD]|I2[FD]|L2[FD]|NEWARRAY.*(FLOAT|DOUBLE).*|.*(FLOAT|DOUBLE).*)");

  @Test
  void package_everyClass_isFreeOfFloatingPoint() throws Exception {
    Path directory =
        Path.of(
            IntegerSampler.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI()
                .resolve(IntegerSampler.class.getPackageName().replace('.', '/')));
    List<Path> files;
    try (Stream<Path> all = Files.list(directory)) {
      files = all.filter(file -> file.toString().endsWith(".class")).toList();
    }
    assertThat(files).hasSizeGreaterThanOrEqualTo(8);
    for (Path file : files) {
      assertThat(found(Files.readAllBytes(file))).as(file.getFileName().toString()).isEmpty();
    }
  }

  /// Each way in which floating point can come in.
  static final class Impure {
    long sum(long value) {
      return (long) (value * .5);
    }

    Object array() {
      return new float[1];
    }

    int call(long value) {
      return Math.getExponent((double) value);
    }

    String text(java.math.BigInteger value) {
      return value.toString();
    }
  }

  @Test
  void impureClass_isFound() throws IOException {
    try (InputStream in = Impure.class.getResourceAsStream("NoFloatingPointTest$Impure.class")) {
      String findings = String.join("\n", found(in.readAllBytes()));
      assertThat(findings).contains("L2D", "DMUL", "D2L", "FLOAT", "getExponent", "toString");
    }
  }

  private static List<String> found(byte[] bytes) {
    ClassModel type = ClassFile.of().parse(bytes);
    List<String> found = new ArrayList<>();
    for (PoolEntry entry : type.constantPool()) {
      switch (entry) {
        case FloatEntry constant -> found.add("constant " + constant.floatValue());
        case DoubleEntry constant -> found.add("constant " + constant.doubleValue());
        case NameAndTypeEntry name ->
            requireNoFloating(name.name() + name.type().stringValue(), name.type(), found);
        case MemberRefEntry member -> requireCalled(member, found);
        default -> {}
      }
    }
    type.fields().forEach(field -> requireNoFloating("field", field.fieldType(), found));
    type.methods()
        .forEach(method -> {
          requireNoFloating(method.methodName().stringValue(), method.methodType(), found);
          method.code().ifPresent(code -> code.forEach(element -> requireInteger(element, found)));
        });
    return found;
  }

  private static void requireInteger(CodeElement element, List<String> found) {
    if (element instanceof Instruction instruction && !(element instanceof InvokeInstruction)) {
      String text = instruction.opcode() + " " + instruction;
      if (FLOATING.matcher(instruction.opcode().name()).matches()
          || text.contains("FLOAT")
          || text.contains("DOUBLE")) {
        found.add(text);
      }
    }
  }

  /// Descriptors name classes between L and ;, which are not looked at.
  private static void requireNoFloating(String what, Utf8Entry descriptor, List<String> found) {
    String primitives = descriptor.stringValue().replaceAll("L[^;]*;", "");
    if (primitives.contains("F") || primitives.contains("D")) {
      found.add(what + " " + descriptor.stringValue());
    }
  }

  private static void requireCalled(MemberRefEntry member, List<String> found) {
    String owner = member.owner().asInternalName();
    String name = member.name().stringValue();
    boolean isOurs = owner.startsWith(IntegerSampler.class.getPackageName().replace('.', '/'));
    boolean isConcatenation = owner.equals("java/lang/invoke/StringConcatFactory");
    boolean isRecord = owner.equals("java/lang/runtime/ObjectMethods");
    boolean isAllowed =
        owner.equals("java/math/BigInteger")
            ? OF_BIG_INTEGER.contains(name) || name.equals("ONE")
            : CALLED.contains(owner);
    if (!isOurs && !isConcatenation && !isRecord && !isAllowed && !owner.startsWith("[")) {
      found.add("call of " + owner + "." + name);
    }
  }
}
