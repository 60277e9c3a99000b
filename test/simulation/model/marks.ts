/** What a message of the simulator says about itself, so that it is known again outside of the service. */
export interface Mark {
  /** The spinner, as the story calls it: "spinner 2". */
  readonly spinner: string
  /** The step, by a name that stays the same over versions: "k5". */
  readonly step: string
  /** The record that it is about: "r17". */
  readonly ref: string
  /** The address in the record. */
  readonly address: string
}

const separator = '|'

/** Returns the template of a text that says all of a mark. */
export function markTemplate(spinner: string, step: string): string {
  return [spinner, step, '{{ ref }}', '{{ email }}', ''].join(separator)
}

export function markIn(text: string): Mark {
  const [spinner = '', step = '', ref = '', address = ''] = text.replaceAll('"', '').split(separator)
  return { spinner, step, ref, address }
}
