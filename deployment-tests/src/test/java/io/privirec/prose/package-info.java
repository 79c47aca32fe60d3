/// The ratchet for English: measures Markdown pages and Java comments, and compares each file with
/// a table of scores. Entry: [io.privirec.prose.EnglishTest].
package io.privirec.prose;
