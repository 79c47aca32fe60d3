/// What a service's description of its API must be, for the tests of the services:
/// [io.privirec.fuzz.document.ApiDocument].
package io.privirec.fuzz.document;
