export function runWithProgress(
  command: string,
  words: readonly string[],
  options: { readonly cwd?: string; readonly write: (line: string) => void; readonly everyMs?: number },
): Promise<number | null>
