/** A person as they are asked for: an address, or the value of a column, such as a phone number or an account. */
export type PersonSought = { readonly email: string } | { readonly column: string; readonly value: string }

/** A person as they are recognized: by an address, or by the value of a column where no address is known. */
export type SoughtPerson =
  | {
      /** Address as `normalizedEmail` returns it. */
      readonly address: string
      readonly value: null
    }
  | {
      readonly address: null
      readonly value: { readonly column: string; readonly text: string }
    }
