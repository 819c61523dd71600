import { readdirSync, readFileSync } from 'node:fs';

// The command line found the renderer by its package name and published what it made.
const [run] = readdirSync('.demo/reports').filter((name) => !name.includes('.'));
const xml = readFileSync(`.demo/reports/${run}/samples.junit.xml`, 'utf8');
const { per_sample } = JSON.parse(readFileSync(`.demo/reports/${run}/_scores.json`, 'utf8'));
const cases = xml.match(/<testcase /g)?.length ?? 0;
const wanted = Object.keys(per_sample).length;
if (cases !== wanted) throw new Error(`${cases} test cases for ${wanted} samples`);
console.log(`${cases} test cases, ${xml.match(/<failure /g)?.length ?? 0} failed`);
