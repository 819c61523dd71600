import { readPackageApi } from '../api/package-api.mjs';
import { escapeProse } from './escape-markdown.mjs';

function plainLinks(doc) {
  return doc.replace(/\{@link\s+([^}\s]+)[^}]*\}/g, '`$1`').replace(/\]\((?!https?:)[^)]*\)/g, ']');
}

/** Names of schemas and values whose type is long inference have no signature worth reading. */
function signatureBlock({ signature }) {
  return signature.length > 4000 ? '' : `\`\`\`ts\n${signature}\n\`\`\`\n\n`;
}

function formatExport(entry) {
  return `### ${entry.name}\n\n${signatureBlock(entry)}${escapeProse(plainLinks(entry.doc))}\n`;
}

/** The reference page of a package: each export with its signature and what its docstring says. */
export function createPackagePage(root, entry) {
  const sections = readPackageApi(root, entry).map(
    ({ specifier, exports }) => `## \`${specifier}\`\n\n${exports.map(formatExport).join('\n')}`,
  );
  return `# ${entry.manifest.name}\n\n${escapeProse(entry.manifest.description)}\n\n${sections.join('\n')}`;
}
