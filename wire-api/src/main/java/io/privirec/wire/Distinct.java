package io.privirec.wire;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A constraint on lists: no element occurs twice. The violation is at the first repeated element.
///
/// A null list is valid.
@Constraint(validatedBy = Distinct.Elements.class)
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.FIELD, ElementType.PARAMETER})
public @interface Distinct {
  String message() default "is named twice";

  Class<?>[] groups() default {};

  Class<? extends Payload>[] payload() default {};

  /// Checks lists for repeated elements.
  final class Elements implements ConstraintValidator<Distinct, List<?>> {
    @Override
    public boolean isValid(@Nullable List<?> list, ConstraintValidatorContext context) {
      if (list == null) {
        return true;
      }
      Set<@Nullable Object> seen = new HashSet<>();
      for (int n = 0; n < list.size(); n++) {
        if (!seen.add(list.get(n))) {
          context.disableDefaultConstraintViolation();
          context
              .buildConstraintViolationWithTemplate(context.getDefaultConstraintMessageTemplate())
              .addContainerElementNode("<list element>", List.class, 0)
              .inIterable()
              .atIndex(n)
              .addConstraintViolation();
          return false;
        }
      }
      return true;
    }
  }
}
