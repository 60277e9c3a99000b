/** How the fields of a form are called on the screen. */
export interface FieldLabels {
  /** By the names of the fields in the API. */
  readonly labels: Readonly<Record<string, string>>
  /** For fields with entries of their own: one of `headers` is called "Header X-Source". */
  readonly entryLabels?: Readonly<Record<string, string>>
}

const forms: FieldLabels[] = []

/**
 * Tells how fields are called to what is shown on every page. Said by those who have the forms, when they
 * are loaded, so that the first page need not load the forms of all the others. Where two call a field of
 * one name differently, the one that was said first counts.
 */
export function nameFields(form: FieldLabels): void {
  forms.push(form)
}

export function labelOfField(field: string, form: FieldLabels): string {
  return labelIn(form, field) ?? field
}

function labelIn({ labels, entryLabels }: FieldLabels, field: string): string | undefined {
  const [name = '', ...entry] = field.split('/')
  if (entry.length === 0) return labels[name]
  return entryLabels?.[name] === undefined ? undefined : `${entryLabels[name]} ${entry.join('/')}`
}

/** What the API says of a step in the words of the screen: no pointers, as in `/steps/0/subject`. */
export function inWords(text: string): string {
  return text.replaceAll(
    /\/steps\/(\d+)(?:\/([^\s;,"]*[^\s;,":.]))?/g,
    (_pointer, index: string, pointed?: string) => {
      const step = `step ${Number(index) + 1}`
      if (pointed === undefined) return step
      const field = pointed.replaceAll('~1', '/').replaceAll('~0', '~')
      const labels = forms.map((form) => labelIn(form, field))
      return `${step}, ${labels.find((label) => label !== undefined) ?? field}`
    },
  )
}
