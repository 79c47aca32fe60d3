package io.privirec.edge.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.privirec.edge.lifecycle.StartRefusedException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.support.GenericApplicationContext;

class DatabaseUrlCheckTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "jdbc:postgresql://db.example/privirec jdbc:postgresql://db.example/privirec",
        "jdbc:postgresql://db.example:5432/p?password=sec@ret jdbc:postgresql://db.example:5432/p",
        "jdbc:postgresql://[::1]:5432,two-1:1/a_b?a=b&password=c jdbc:postgresql://[::1]:5432,two-1:1/a_b",
        "jdbc:postgresql:privirec jdbc:postgresql:privirec",
        "jdbc:postgresql:///privirec jdbc:postgresql:///privirec",
        "jdbc:postgresql://?service=mine jdbc:postgresql://"
      })
  void place_isHostsAndName(String url, String place) {
    assertThat(DatabaseUrlCheck.place(url)).contains(place);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://user:secret@db.example/privirec",
        "jdbc:postgresql://user:secret@db.example:5432/privirec",
        "jdbc:postgresql://user:sec?ret@db.example/privirec",
        "jdbc:postgresql://db.example,user:secret@other/privirec?a=b",
        "jdbc:postgresql://db.example/privirec;password=secret",
        "jdbc:postgresql://db.example/privirec&password=secret",
        "jdbc:postgresql://db.example:secret/privirec",
        "postgresql://user:secret@db.example/privirec"
      })
  void url_inWhichAPasswordMayStandElsewhere_isRefusedUnshown(String url) {
    try (GenericApplicationContext context = new GenericApplicationContext()) {
      TestPropertyValues.of(DatabaseUrlCheck.PROPERTY + "=" + url).applyTo(context);
      assertThatThrownBy(() -> new DatabaseUrlCheck().initialize(context))
          .isInstanceOf(StartRefusedException.class)
          .hasMessageContaining("not shown")
          .hasMessageNotContainingAny("sec", "user:");
    }
  }
}
