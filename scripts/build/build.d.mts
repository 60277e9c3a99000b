export function buildConsole(): void
export function buildService(): string
