package io.privirec.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.Utf8Entry;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/// A feature's statements name its own tables only: whatever it needs of another feature it asks
/// that feature for. Statements are the texts among the constants of its classes.
public final class FeatureTables extends ArchCondition<JavaClass> {
  private static final Pattern STATEMENT =
      Pattern.compile(
          "(?is)[\\s(]*(select|insert|update|delete|merge|with|lock|copy|truncate)\\s.*");

  /// What stands where a statement names a relation, also after a first one and a comma.
  private static final Pattern RELATION =
      Pattern.compile(
          "(?i)(?:\\b(?:from|join|into|update|table|using|copy)\\s+(?:only\\s+)?"
              + "|(?<=\\b(?:from|using)\\s{1,40}\\w{1,40}(?:\\s{1,40}\\w{1,40})?),\\s*)(?:\\w+\\.)?(\\w+)");

  private final Map<String, List<String>> tables;
  private final String parent;

  /// @param parent the package of the features
  /// @param tables of each feature, by the name of its package
  public FeatureTables(String parent, Map<String, List<String>> tables) {
    super("name tables of their own feature only");
    this.parent = parent;
    this.tables = tables;
  }

  @Override
  public void check(JavaClass type, ConditionEvents events) {
    String feature = type.getPackageName().replaceFirst(Pattern.quote(parent) + "\\.?", "");
    List<String> own = tables.getOrDefault(feature.split("\\.", 2)[0], List.of());
    for (String statement : statements(type)) {
      RELATION
          .matcher(statement)
          .results()
          .map((MatchResult relation) -> relation.group(1))
          .filter(name -> !own.contains(name) && isTable(name))
          .forEach(name ->
              events.add(SimpleConditionEvent.violated(type, type.getName() + " names " + name)));
    }
  }

  private boolean isTable(String name) {
    return tables.values().stream().anyMatch(of -> of.contains(name));
  }

  private static List<String> statements(JavaClass type) {
    try (InputStream in = type.getSource().orElseThrow().getUri().toURL().openStream()) {
      return StreamSupport.stream(
              ClassFile.of().parse(in.readAllBytes()).constantPool().spliterator(), false)
          .filter(Utf8Entry.class::isInstance)
          .map(entry -> ((Utf8Entry) entry).stringValue())
          .filter(text -> STATEMENT.matcher(text).matches())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
