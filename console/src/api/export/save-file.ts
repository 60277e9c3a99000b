/** Saves content as a file of the browser's user. */
export function saveFile(content: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = fileName
  link.click()
  // Keeps the content for the browser, which reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
