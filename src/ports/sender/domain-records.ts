/** What DNS has under a name. */
export abstract class DomainRecords {
  /** The texts; none where there are none, null where DNS did not answer. `fresh`: not what it said minutes ago. */
  abstract texts(name: string, fresh: boolean): Promise<readonly string[] | null>
}
