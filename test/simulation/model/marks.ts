/**
 * The names that the simulator puts into each message. The simulated receivers read in them what the message is
 * about.
 */
export interface Mark {
  /** The name of the message's spinner in the log of the simulation run, such as "spinner 2". */
  readonly spinner: string
  /**
   * The simulator's name of the message's step, such as "k5". It stays the same over all versions of the
   * spinner.
   */
  readonly step: string
  /** The simulator's name of the record that the message is for, such as "r17". */
  readonly ref: string
  /** The e-mail address in the record that the message is for, in lower case. */
  readonly address: string
  /** The column that has the address. */
  readonly column: string
}

const separator = '|'

/**
 * Returns a template for simulated messages. It renders to the names of the spinner, step, record and address, and of the
 * column of the address, which `markIn` reads.
 */
export function markTemplate(spinner: string, step: string, column = 'email'): string {
  return [spinner, step, '{{ ref }}', `{{ ${column} }}`, column, ''].join(separator)
}

export function markIn(text: string): Mark {
  const [spinner = '', step = '', ref = '', address = '', column = ''] = text
    .replaceAll('"', '')
    .split(separator)
  return { spinner, step, ref, address: address.toLowerCase(), column }
}
