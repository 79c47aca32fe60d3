package io.privirec.secagg.adversary;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/// Hands every test that asks for one its [Attack], and prints at the end of the run how many there
/// were. A test with an attack that nobody refused fails.
final class AttackLedger implements ParameterResolver, AfterTestExecutionCallback {
  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(AttackLedger.class);

  /// Closed, and thereby printed, once: with the root of the run.
  private static final class Total implements AutoCloseable {
    private int attacks;
    private int refused;

    @Override
    public void close() {
      System.out.printf("adversarial suite: %d attacks, %d refused by name%n", attacks, refused);
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return parameter.getParameter().getType() == Attack.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    total(test).attacks++;
    return test.getStore(NAMESPACE).computeIfAbsent(Attack.class, _ -> new Attack(), Attack.class);
  }

  @Override
  public void afterTestExecution(ExtensionContext test) {
    Attack attack = test.getStore(NAMESPACE).get(Attack.class, Attack.class);
    if (attack != null && test.getExecutionException().isEmpty()) {
      assertThat(attack.refusals()).as("refusals of the attack").isPositive();
      total(test).refused++;
    }
  }

  private static Total total(ExtensionContext test) {
    return test.getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Total.class, _ -> new Total(), Total.class);
  }
}
