// Reads [{"case": …, "objects": [manifest, …]}, …] from a file and prints {case: [what is wrong, …]}: fields that the API requires, and
// types. For kinds of the Prometheus operator, too, which the typed parse in Java does not know.
import { readFileSync } from "node:fs";

async function modelOf(object) {
  const [group, version] = object.apiVersion.includes("/") ? object.apiVersion.split("/") : ["", object.apiVersion];
  const models = group.startsWith("monitoring.coreos.com")
    ? `@kubernetes-models/prometheus-operator/${group}/${version}/${object.kind}`
    : `kubernetes-models/${group ? group + "/" : ""}${version}/${object.kind}`;
  return (await import(models))[object.kind];
}

const findings = {};
for (const { case: name, objects } of JSON.parse(readFileSync(process.argv[2], "utf8"))) {
  findings[name] = [];
  for (const object of objects) {
    try {
      const Model = await modelOf(object);
      new Model(object).validate();
    } catch (e) {
      findings[name].push(`${object.kind} ${object.metadata?.name}: ${e.message}`);
    }
  }
}
console.log(JSON.stringify(findings));
