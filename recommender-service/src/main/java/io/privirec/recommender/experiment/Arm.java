package io.privirec.recommender.experiment;

/**
 * A part of the subjects, and the model that answers them.
 *
 * @param weight at least 1
 */
public record Arm(String name, String model, int weight) {}
