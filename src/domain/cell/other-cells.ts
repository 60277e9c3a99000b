/**
 * The ids and URLs of the other cells (deployments behind the same proxy), and the secret with which cells
 * authenticate each other.
 */
export interface OtherCells {
  readonly secret: string
  readonly others: readonly { readonly cell: string; readonly url: string }[]
}
