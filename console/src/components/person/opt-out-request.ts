/** Returns whether the evidence of a reply says that the person asked for no more mail. */
export const asksToStop = (reason: { readonly evidence: unknown } | null | undefined): boolean =>
  (reason?.evidence as { readonly request?: unknown } | null | undefined)?.request === 'unsubscribe'
