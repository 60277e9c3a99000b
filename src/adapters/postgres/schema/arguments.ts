// Written by `npm run schema` from the functions of a migrated database; do not edit.

/**
 * A list in a JSON argument of an SQL function: one value for each item, or null if no item has a value. A
 * text such as "{1,2}" is a list too, which PostgreSQL reads faster for long lists of numbers.
 */
type List<Value> = readonly (Value | null | undefined)[] | string | null

/** The JSON arguments of SQL functions: objects of lists. */
export interface JsonArguments {
  readonly admit_appends: {
    readonly p_claims: {
      readonly contents: List<string>
      readonly keys: List<string>
      readonly places: List<string>
      readonly seconds: List<number>
      readonly tables: List<string>
      readonly times: List<Date>
    }
    readonly p_entries: {
      readonly contents: List<string>
      readonly counts: List<number>
      readonly fingerprints: List<string>
      readonly keys: List<string>
      readonly lanes: List<number>
      readonly requests: List<string>
    }
    readonly p_lanes: {
      readonly actor_keys: List<string>
      readonly by_webhook_url: List<boolean>
      readonly digests: List<string>
      readonly entered: List<boolean>
      readonly mappings: List<string>
      readonly tables: List<string>
      readonly versions: List<number>
    }
    readonly p_settled: {
      readonly accepted: List<number>
      readonly codes: List<string>
      readonly facts: List<object>
      readonly ids: List<string>
      readonly revisions: List<number>
      readonly states: List<string>
    }
  }
  readonly admit_upserts: {
    readonly p_claims: {
      readonly contents: List<string>
      readonly keys: List<string>
      readonly places: List<string>
      readonly seconds: List<number>
      readonly tables: List<string>
      readonly times: List<Date>
    }
    readonly p_entries: {
      readonly counts: List<number>
      readonly fingerprints: List<string>
      readonly folded: List<number>
      readonly keys: List<string>
      readonly lanes: List<number>
      readonly requests: List<string>
    }
    readonly p_lanes: {
      readonly actor_keys: List<string>
      readonly blanks: List<object>
      readonly by_webhook_url: List<boolean>
      readonly digests: List<string>
      readonly entered: List<boolean>
      readonly mappings: List<string>
      readonly tables: List<string>
      readonly versions: List<number>
    }
    readonly p_settled: {
      readonly accepted: List<number>
      readonly codes: List<string>
      readonly facts: List<object>
      readonly ids: List<string>
      readonly revisions: List<number>
      readonly states: List<string>
    }
  }
  readonly append_entries: {
    readonly p_entries: {
      readonly contents: List<string>
      readonly counts: List<number>
      readonly fingerprints: List<string>
      readonly keys: List<string>
      readonly lanes: List<number>
      readonly requests: List<string>
    }
    readonly p_lanes: {
      readonly actor_keys: List<string>
      readonly by_webhook_url: List<boolean>
      readonly digests: List<string>
      readonly entered: List<boolean>
      readonly tables: List<string>
      readonly versions: List<number>
    }
  }
  readonly begin_admission: {
    readonly p_claims: {
      readonly contents: List<string>
      readonly keys: List<string>
      readonly places: List<string>
      readonly seconds: List<number>
      readonly tables: List<string>
      readonly times: List<Date>
    }
    readonly p_lanes: {
      readonly mappings: List<string>
      readonly tables: List<string>
    }
    readonly p_settled: {
      readonly accepted: List<number>
      readonly codes: List<string>
      readonly facts: List<object>
      readonly ids: List<string>
      readonly revisions: List<number>
      readonly states: List<string>
    }
  }
  readonly enter_people: {
    readonly p_entries: {
      readonly cells: List<string>
      readonly columns: List<string>
      readonly companies: List<string>
      readonly company_keys: List<string>
      readonly emails: List<string>
      readonly grams: List<string>
      readonly name_keys: List<string>
      readonly names: List<string>
      readonly people: List<string>
      readonly records: List<string>
      readonly sources: List<string>
      readonly texts: List<string>
      readonly times: List<Date>
    }
  }
  readonly keep_arrivals: {
    readonly p_arrivals: {
      readonly accepted: List<number>
      readonly api_keys: List<string>
      readonly codes: List<string>
      readonly facts: List<object>
      readonly formats: List<string>
      readonly ids: List<string>
      readonly mappings: List<string>
      readonly organizations: List<string>
      readonly records: List<number>
      readonly requests: List<string>
      readonly sizes: List<number>
      readonly states: List<string>
      readonly tables: List<string>
      readonly times: List<Date>
    }
    readonly p_claims: {
      readonly keys: List<string>
      readonly seconds: List<number>
      readonly times: List<Date>
    }
  }
  readonly log_messages: {
    readonly p_logged: {
      readonly addresses: List<string>
      readonly ids: List<string>
      readonly message_ids: List<string>
      readonly provider_ids: List<string>
      readonly records: List<string>
      readonly senders: List<string>
      readonly server_responses: List<string>
      readonly states: List<string>
      readonly steps: List<number>
      readonly threads: List<string>
    }
  }
  readonly release_addresses: {
    readonly p_released: {
      readonly addresses: List<string>
      readonly ids: List<string>
      readonly steps: List<number>
    }
  }
  readonly settle_and_mark_by_senders: {
    readonly p_by: {
      readonly candidates: List<string>
      readonly own: List<string>
      readonly threads: List<boolean>
      readonly waited: List<boolean>
    }
    readonly p_marked: {
      readonly addresses: List<string>
      readonly digests: List<string>
      readonly ids: List<string>
      readonly steps: List<number>
    }
    readonly p_released: {
      readonly addresses: List<string>
      readonly ids: List<string>
      readonly steps: List<number>
    }
    readonly p_settled: {
      readonly attempts: List<number>
      readonly channels: List<string>
      readonly deliveries: List<string>
      readonly due: List<number>
      readonly errors: List<string>
      readonly evidence: List<string>
      readonly ids: List<string>
      readonly next_steps: List<number>
      readonly reasons: List<string>
      readonly states: List<string>
      readonly steps: List<number>
    }
  }
  readonly settle_and_mark_people: {
    readonly p_marked: {
      readonly addresses: List<string>
      readonly digests: List<string>
      readonly ids: List<string>
      readonly steps: List<number>
    }
    readonly p_released: {
      readonly addresses: List<string>
      readonly ids: List<string>
      readonly steps: List<number>
    }
    readonly p_settled: {
      readonly attempts: List<number>
      readonly channels: List<string>
      readonly deliveries: List<string>
      readonly due: List<number>
      readonly errors: List<string>
      readonly evidence: List<string>
      readonly ids: List<string>
      readonly next_steps: List<number>
      readonly reasons: List<string>
      readonly states: List<string>
      readonly steps: List<number>
    }
  }
  readonly settle_arrivals: {
    readonly p_settled: {
      readonly accepted: List<number>
      readonly codes: List<string>
      readonly facts: List<object>
      readonly ids: List<string>
      readonly revisions: List<number>
      readonly states: List<string>
    }
  }
  readonly start_jobs_appending: {
    readonly p_entries: {
      readonly contents: List<string>
      readonly counts: List<number>
      readonly fingerprints: List<string>
      readonly keys: List<string>
      readonly lanes: List<number>
      readonly requests: List<string>
    }
    readonly p_lanes: {
      readonly actor_keys: List<string>
      readonly by_webhook_url: List<boolean>
      readonly digests: List<string>
      readonly entered: List<boolean>
      readonly tables: List<string>
      readonly versions: List<number>
    }
    readonly p_triggers: {
      readonly digests: List<string>
      readonly fingerprints: List<string>
      readonly jobs: List<string>
      readonly keys: List<string>
      readonly options: List<object>
      readonly organizations: List<string>
      readonly spinners: List<string>
    }
  }
  readonly start_jobs_of_appends: {
    readonly p_triggers: {
      readonly digests: List<string>
      readonly fingerprints: List<string>
      readonly jobs: List<string>
      readonly keys: List<string>
      readonly options: List<object>
      readonly organizations: List<string>
      readonly spinners: List<string>
    }
  }
  readonly start_jobs_upserting: {
    readonly p_entries: {
      readonly counts: List<number>
      readonly fingerprints: List<string>
      readonly folded: List<number>
      readonly keys: List<string>
      readonly lanes: List<number>
      readonly requests: List<string>
    }
    readonly p_lanes: {
      readonly actor_keys: List<string>
      readonly blanks: List<object>
      readonly by_webhook_url: List<boolean>
      readonly digests: List<string>
      readonly entered: List<boolean>
      readonly tables: List<string>
      readonly versions: List<number>
    }
    readonly p_triggers: {
      readonly digests: List<string>
      readonly fingerprints: List<string>
      readonly jobs: List<string>
      readonly keys: List<string>
      readonly options: List<object>
      readonly organizations: List<string>
      readonly spinners: List<string>
    }
  }
  readonly trigger_jobs: {
    readonly p_appends: {
      readonly added: List<number>
      readonly befores: List<string>
      readonly seqs: List<string>
    }
    readonly p_triggers: {
      readonly digests: List<string>
      readonly fingerprints: List<string>
      readonly jobs: List<string>
      readonly keys: List<string>
      readonly options: List<object>
      readonly organizations: List<string>
      readonly spinners: List<string>
    }
  }
  readonly upsert_records: {
    readonly p_entries: {
      readonly counts: List<number>
      readonly fingerprints: List<string>
      readonly folded: List<number>
      readonly keys: List<string>
      readonly lanes: List<number>
      readonly requests: List<string>
    }
    readonly p_lanes: {
      readonly actor_keys: List<string>
      readonly blanks: List<object>
      readonly by_webhook_url: List<boolean>
      readonly digests: List<string>
      readonly entered: List<boolean>
      readonly tables: List<string>
      readonly versions: List<number>
    }
  }
}
