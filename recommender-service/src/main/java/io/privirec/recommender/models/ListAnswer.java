package io.privirec.recommender.models;

import io.privirec.wire.ModelList;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.http.MediaType;

/** Describes the answer of every operation that changes models: what is loaded afterwards. */
@ApiResponse(
    responseCode = "200",
    description = "The loaded models, and which of them answers",
    content =
        @Content(
            mediaType = MediaType.APPLICATION_JSON_VALUE,
            schema = @Schema(implementation = ModelList.class),
            examples = @ExampleObject(ModelExamples.LIST)))
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@interface ListAnswer {}
