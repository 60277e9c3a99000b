/**
 * The names that the simulator puts into each message. The simulated receivers read in them what the message is
 * about.
 */
export interface Mark {
  /** The name of the spinner in the story, such as "spinner 2". */
  readonly spinner: string
  /** The name of the step, such as "k5". It stays the same over all versions of the spinner. */
  readonly step: string
  /** The name of the record, such as "r17", that the message is for. */
  readonly ref: string
  /** The e-mail address in the record. */
  readonly address: string
}

const separator = '|'

/** Returns a message template that renders to the names of a message, which `markIn` reads. */
export function markTemplate(spinner: string, step: string): string {
  return [spinner, step, '{{ ref }}', '{{ email }}', ''].join(separator)
}

export function markIn(text: string): Mark {
  const [spinner = '', step = '', ref = '', address = ''] = text.replaceAll('"', '').split(separator)
  return { spinner, step, ref, address }
}
