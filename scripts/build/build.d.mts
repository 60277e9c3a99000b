export function buildConsole(): void
export function buildService(): string
export function buildSite(): void
export function installSite(): void
