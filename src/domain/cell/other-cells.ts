/** The cells beside this one, as they are reached from here, and the secret by which they know each other. */
export interface OtherCells {
  readonly secret: string
  readonly others: readonly { readonly cell: string; readonly url: string }[]
}
