/** A person as a request names them: by an address, or by the value of a column such as a phone number. */
export type PersonQuery = { readonly email: string } | { readonly column: string; readonly value: string }

/**
 * A person as the service recognizes them: by an address, or by the value of a column if no address is known.
 */
export type PersonIdentity =
  | {
      /** The person's address as `normalizedEmail` returns it. */
      readonly address: string
      readonly value: null
    }
  | {
      readonly address: null
      readonly value: { readonly column: string; readonly text: string }
    }
