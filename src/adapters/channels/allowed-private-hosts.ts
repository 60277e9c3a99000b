/**
 * `AllowedPrivateHosts` names private hosts that may be reached: in tests, and receivers and mail servers on
 * the premises.
 */
export class AllowedPrivateHosts {
  readonly hosts: ReadonlySet<string>

  constructor(hosts: readonly string[]) {
    this.hosts = new Set(hosts.map((host) => host.toLowerCase().replaceAll(/[[\]]/g, '')))
  }
}
