const maxNameLength = 200

/** Returns the name of a data table for the records of a file: "Leads 2026" for "Leads_2026.csv". */
export function tableNameOf(fileName: string): string {
  const name = fileName
    .replace(/\.[a-z\d]{1,5}$/i, '')
    .replaceAll('_', ' ')
    .trim()
  return (name === '' ? fileName : name).slice(0, maxNameLength)
}
