/**
 * `AllowedPrivateHosts` lists the private hosts that may be connected to: hosts of tests, and receivers and
 * mail servers on the operator's premises.
 */
export class AllowedPrivateHosts {
  readonly hosts: ReadonlySet<string>

  constructor(hosts: readonly string[]) {
    this.hosts = new Set(hosts.map((host) => host.toLowerCase().replaceAll(/[[\]]/g, '')))
  }
}
