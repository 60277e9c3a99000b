import account from './account.json' with { type: 'json' }
import arrivals from './arrivals.json' with { type: 'json' }
import dataTables from './data-tables.json' with { type: 'json' }
import events from './events.json' with { type: 'json' }
import home from './home.json' with { type: 'json' }
import jobs from './jobs.json' with { type: 'json' }
import organization from './organization.json' with { type: 'json' }
import people from './people.json' with { type: 'json' }
import senders from './senders.json' with { type: 'json' }
import service from './service.json' with { type: 'json' }
import shared from './shared.json' with { type: 'json' }
import spinners from './spinners.json' with { type: 'json' }
import steps from './steps.json' with { type: 'json' }
import testMode from './test-mode.json' with { type: 'json' }

export const catalogue: Readonly<Record<string, string>> = {
  ...account,
  ...arrivals,
  ...dataTables,
  ...events,
  ...home,
  ...jobs,
  ...organization,
  ...people,
  ...senders,
  ...service,
  ...shared,
  ...spinners,
  ...steps,
  ...testMode,
}
