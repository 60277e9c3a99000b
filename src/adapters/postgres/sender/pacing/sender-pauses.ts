import { SenderPauses, type UnreportedPause } from '../../../../ports/sender/pacing/sender-pauses.ts'
import type { Database, Statement } from '../../database.ts'

const takeUntold: Statement = {
  name: 'take_untold_pauses',
  text: `
    with told as (
      update sender_breakers b set told_at = $1
       where b.paused_at is not null and b.told_at is null
      returning b.*)
    select t.sender_id as "senderId", s.name as "senderName", s.address as "senderAddress", t.spinner_id as "spinnerId",
           coalesce(p.name, '') as "spinnerName", t.paused_at as at, t.trouble,
           array(select u.email from users u where u.organization_id = s.organization_id and u.role = 'owner' order by u.id) as owners
      from told t join senders s on s.id = t.sender_id left join spinners p on p.id = t.spinner_id`,
}

export class PostgresSenderPauses extends SenderPauses {
  readonly #database: Database

  constructor(database: Database) {
    super()
    this.#database = database
  }

  override takeUntold(at: Date): Promise<readonly UnreportedPause[]> {
    return this.#database.write<UnreportedPause>(takeUntold, [at])
  }
}
