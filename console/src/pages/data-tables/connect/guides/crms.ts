import { type Guide, onlyUrl } from './guide.ts'

/** Setup guides for CRMs, in which people keep their leads. */
export const crms: readonly Guide[] = [
  {
    name: 'HubSpot',
    isForeign: true,
    steps: [
      'Open Automation → Workflows and create a workflow on contacts, or open one.',
      'Add the action “Send a webhook”, which is under Data ops.',
      'Choose the method POST and paste the URL.',
      'Choose “Include all contact properties”, or “Customize request body” and the properties that you want.',
      'Test the action with one contact, and turn the workflow on.',
    ],
    note: 'HubSpot has this action from Data Hub Professional (formerly Operations Hub) on, and posts to https only.',
    instead:
      'Webhooks of a HubSpot app (“contact.creation”) hold only ids. Use the workflow’s action. Without it, use Zapier’s or Make’s HubSpot trigger for new contacts.',
    paste: onlyUrl,
  },
  {
    name: 'Salesforce',
    isForeign: true,
    steps: [
      'In Setup, search for “Outbound Messages” and choose New Outbound Message, for the object Lead.',
      'Give it a name, paste the URL as Endpoint URL, pick the fields that you want to send, and save.',
      'In Setup, open Flows and create a record-triggered flow on Lead, “when a record is created”.',
      'Add an action, search for the name of your outbound message, and choose it.',
      'Save and activate the flow, then create a test lead.',
    ],
    note: 'Salesforce sends up to 100 leads at once and repeats for a day until it gets its acknowledgement, which this table gives. Outbound messages are in the Enterprise, Performance, Unlimited and Developer editions.',
    paste: onlyUrl,
  },
  {
    name: 'Salesforce Flow',
    isForeign: true,
    steps: [
      'In Setup, open Named Credentials. Under External Credentials add one without authentication and with a principal, which the users of the flow are permitted.',
      'Add a Named Credential with the host below as its URL and this external credential.',
      'Create a record-triggered flow on Lead with a path that runs asynchronously: a flow may call out only there.',
      'On that path choose Action → Create HTTP Callout, the named credential, the method POST and the path below.',
      'Paste the sample below as the body, let Salesforce make its fields of it, and fill them from the lead. Activate the flow.',
    ],
    note: 'Salesforce does not repeat an HTTP callout that fails. It repeats an outbound message, which also needs fewer clicks.',
    paste: ({ url, record }) => {
      const { origin, pathname } = new URL(url)
      return [
        { label: 'Host', text: origin },
        { label: 'Path', text: pathname },
        { label: 'Sample body', text: JSON.stringify(record, null, 2) },
      ]
    },
  },
  {
    name: 'Pipedrive',
    isForeign: true,
    steps: [
      'Open Settings → Tools and apps → Webhooks and choose “Create new webhook”.',
      'Choose the event action “create” and the event object “person” or “lead”; another webhook with “change” sends what changes later.',
      'Paste the URL as endpoint, leave the user name and the password empty, choose version 2, and save.',
      'Add a test person.',
    ],
    paste: onlyUrl,
  },
]
