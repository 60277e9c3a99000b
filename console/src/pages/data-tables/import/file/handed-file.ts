let handed: { readonly dataTableId: string; readonly file: File } | null = null

/** Keeps a file that was chosen on another page until the import page of its table opens. */
export function handFile(dataTableId: string, file: File): void {
  handed = { dataTableId, file }
}

/** Returns the file that another page has handed to the import page of a table; null if there is none. */
export function handedFile(dataTableId: string): File | null {
  return handed?.dataTableId === dataTableId ? handed.file : null
}

/** Forgets the handed file, so that the import page opens without it the next time. */
export function forgetHandedFile(): void {
  handed = null
}
