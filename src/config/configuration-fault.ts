/**
 * The error of an invalid configuration. Its message lists all faults of the environment variables, one per
 * line.
 */
export class ConfigurationFault extends Error {
  constructor(faults: readonly string[]) {
    super(`Spindle cannot start with this configuration:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigurationFault'
  }
}
