package io.privirec.client.interactions;

import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.Parameters;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Schema;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Describes the options of [io.privirec.filter.data.FileFormat] as parameters of a query.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Parameters({
  @Parameter(
      in = ParameterIn.QUERY,
      name = "user",
      description = "column of users: its name, or its number from 1",
      example = "visitorid"),
  @Parameter(
      in = ParameterIn.QUERY,
      name = "item",
      description = "column of items: its name, or its number from 1",
      example = "itemid"),
  @Parameter(
      in = ParameterIn.QUERY,
      name = "rating",
      description = "column of ratings: its name, or its number from 1; none ignores ratings",
      example = "none"),
  @Parameter(
      in = ParameterIn.QUERY,
      name = "time",
      description = "column of times: its name, or its number from 1; none ignores times",
      example = "timestamp"),
  @Parameter(
      in = ParameterIn.QUERY,
      name = "separator",
      description =
          "of fields: comma, tab, semicolon, colons, pipe, space, or the characters themselves; default as the first line says",
      example = "semicolon"),
  @Parameter(
      in = ParameterIn.QUERY,
      name = "header",
      description = "whether the first line names the columns; default as the first line says",
      example = "yes",
      schema = @Schema(allowableValues = {"yes", "no"})),
  @Parameter(
      in = ParameterIn.QUERY,
      name = "charset",
      description =
          "encoding of text without a byte order mark; default that of the content type, else UTF-8",
      example = "windows-1252"),
  @Parameter(
      in = ParameterIn.QUERY,
      name = "zone",
      description = "time zone of times that state none; default UTC",
      example = "Europe/Berlin"),
  @Parameter(
      in = ParameterIn.QUERY,
      name = "badLines",
      description =
          "what happens to lines that cannot be read: fail refuses the whole, skip leaves the lines out and reports their numbers; default fail",
      example = "skip",
      schema = @Schema(allowableValues = {"fail", "skip"}))
})
@interface FormatParameters {}
