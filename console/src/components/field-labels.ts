/** How a field is called on the screen. */
export function labelOfField(field: string): string {
  const labels: Readonly<Record<string, string>> = {
    to: 'To',
    subject: 'Subject',
    text: 'Text',
    html: 'HTML',
    url: 'URL',
    method: 'Method',
    body: 'Body',
    seconds: 'How long',
    column: 'Column',
    operator: 'Comparison',
    value: 'Value',
  }
  return labels[field] ?? (field.startsWith('headers/') ? `Header ${field.slice('headers/'.length)}` : field)
}

/** What the API says of a step in the words of the screen: no pointers, as in `/steps/0/subject`. */
export function inWords(text: string): string {
  return text.replaceAll(
    /\/steps\/(\d+)(?:\/([^\s;,"]*[^\s;,":.]))?/g,
    (_pointer, index: string, field?: string) => {
      const step = `step ${Number(index) + 1}`
      return field === undefined
        ? step
        : `${step}, ${labelOfField(field.replaceAll('~1', '/').replaceAll('~0', '~'))}`
    },
  )
}
