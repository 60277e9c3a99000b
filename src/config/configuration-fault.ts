/** Every fault of the environment at once, a line each. */
export class ConfigurationFault extends Error {
  constructor(faults: readonly string[]) {
    super(`Spindle cannot start with this configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigurationFault'
  }
}
