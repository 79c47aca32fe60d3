package io.privirec.federation.dpals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.federation.InvalidParametersException;
import io.privirec.wire.algorithm.BoundedFitParameters.Adaptive;
import io.privirec.wire.algorithm.DpalsParameters;
import io.privirec.wire.algorithm.DpialsParameters;
import io.privirec.wire.algorithm.DpialsParameters.ItemFeatures;
import io.privirec.wire.algorithm.PrivacyParameters;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DpalsDescriptorTest {
  private static final int ITEMS = 24;

  private static DpalsParameters asked(@Nullable String preset, @Nullable Double epsilon) {
    return DpalsParameters.DEFAULT
        .withPreset(preset)
        .withSeed(1L)
        .withPrivacy(epsilon == null ? null : PrivacyParameters.of(epsilon, 1e-5).withColluders(1));
  }

  @Test
  void settle_withoutAPreset_takesTheNearestOne() throws Exception {
    var descriptor = new DpalsDescriptor();
    DpalsParameters settled = descriptor.settle(asked(null, 4.), ITEMS, 10, () -> 0);

    assertThat(settled.preset()).isEqualTo("ml-1m-eps-5");
    assertThat(settled.fit().weights()).isEqualTo(new Adaptive(.5));
    assertThat(descriptor.build(settled, ITEMS).als().perUser()).isEqualTo(150);
    assertThat(descriptor.settle(asked("ml-10m-eps-20", 4.), ITEMS, 10, () -> 0).constant())
        .isZero();
  }

  @Test
  void settle_withoutPrivacyOrWithAnUnknownPreset_isRefused() {
    var descriptor = new DpalsDescriptor();
    assertThatThrownBy(() -> descriptor.settle(asked(null, null), ITEMS, 10, () -> 0))
        .isInstanceOf(InvalidParametersException.class)
        .hasMessageContaining("als and ials");
    assertThatThrownBy(() -> descriptor.settle(asked("ml-9m", 1.), ITEMS, 10, () -> 0))
        .isInstanceOf(InvalidParametersException.class)
        .hasMessageContaining("ml-1m-eps-1, ml-1m-eps-5");
  }

  @Test
  void settle_featuresWithoutAWeight_takesThePresets() throws Exception {
    var descriptor = new DpialsDescriptor();
    var privacy = PrivacyParameters.of(1., 1e-5).withColluders(1);

    assertThat(settled(descriptor, new ItemFeatures(null), privacy)).isEqualTo(80);
    assertThat(settled(descriptor, new ItemFeatures(3.), privacy)).isEqualTo(3);
    assertThat(settled(descriptor, new ItemFeatures(0.), privacy)).isZero();
    assertThat(settled(descriptor, null, privacy)).isZero();
    assertThatThrownBy(() -> settled(descriptor, new ItemFeatures(-1.), privacy))
        .hasMessageContaining("featureWeight must be at least 0");
  }

  private static double settled(
      DpialsDescriptor descriptor, @Nullable ItemFeatures features, PrivacyParameters privacy)
      throws InvalidParametersException {
    var asked =
        DpialsParameters.DEFAULT.withItemFeatures(features).withSeed(1L).withPrivacy(privacy);
    DpialsParameters settled = descriptor.settle(asked, ITEMS, 10, () -> 0);
    return descriptor.build(settled, ITEMS).als().featureWeight();
  }

  @Test
  void digest_ofAnotherParameter_isAnother() throws Exception {
    assertThat(built("ml-1m-eps-5", 4.).algorithm().digest())
        .isEqualTo(built("ml-1m-eps-5", 4.).algorithm().digest())
        .isNotEqualTo(built("ml-1m-eps-5", 5.).algorithm().digest())
        .isNotEqualTo(built("ml-1m-eps-10", 4.).algorithm().digest())
        .isNotEqualTo(built("ml-10m-eps-5", 4.).algorithm().digest());
  }

  private static Dpals built(String preset, double epsilon) throws InvalidParametersException {
    var descriptor = new DpalsDescriptor();
    return descriptor.build(descriptor.settle(asked(preset, epsilon), ITEMS, 10, () -> 0), ITEMS);
  }
}
