import { t } from '../../../../languages/text.ts'
import { type Guide, onlyUrl } from './guide.ts'

/** Setup guides for CRMs, in which people keep their leads. */
export const crms: readonly Guide[] = [
  {
    name: 'HubSpot',
    isForeign: true,
    steps: [
      t('In HubSpot, open Automation → Workflows and create a workflow on contacts, or open one.'),
      t('Add the action “Send a webhook” to the workflow. HubSpot lists it under Data ops.'),
      t('Choose the method POST and paste the webhook URL.'),
      t('Choose “Include all contact properties”, or “Customize request body” and the properties to send.'),
      t('Test the action with one contact, and turn the workflow on.'),
    ],
    note: t(
      'The action “Send a webhook” needs HubSpot Data Hub Professional (formerly Operations Hub) or higher. HubSpot posts to https URLs only.',
    ),
    instead: t(
      'Webhooks of a HubSpot app (“contact.creation”) send only ids of contacts. Use the workflow action, or the HubSpot trigger for new contacts in Zapier or Make.',
    ),
    paste: onlyUrl,
  },
  {
    name: 'Salesforce',
    isForeign: true,
    steps: [
      t(
        'In Salesforce Setup, search for “Outbound Messages” and choose New Outbound Message, for the object Lead.',
      ),
      t(
        'Name the outbound message, paste the webhook URL as Endpoint URL, pick the fields to send, and save.',
      ),
      t(
        'In Salesforce Setup, open Flows and create a record-triggered flow on Lead, “when a record is created”.',
      ),
      t('Add an action to the flow: search for the name of your outbound message and choose it.'),
      t('Save and activate the flow, then create a test lead.'),
    ],
    note: t(
      'Salesforce sends up to 100 leads at once and repeats for a day until it gets its acknowledgement, which an open table gives. Outbound messages are in the Enterprise, Performance, Unlimited and Developer editions.',
    ),
    paste: onlyUrl,
  },
  {
    name: 'Salesforce Flow',
    isForeign: true,
    steps: [
      t(
        'In Salesforce Setup, open Named Credentials. Under External Credentials, add a credential without authentication and with a principal that the flow’s users may use.',
      ),
      t('Add a Named Credential with the host below as its URL and this external credential.'),
      t(
        'Create a record-triggered flow on Lead with an asynchronous path. A flow may call a URL only on such a path.',
      ),
      t(
        'On the asynchronous path, choose Action → Create HTTP Callout, the named credential, the method POST and the URL path below.',
      ),
      t(
        'Paste the sample body below, let Salesforce create fields from it, and fill these fields from the lead. Activate the flow.',
      ),
    ],
    note: t(
      'Salesforce does not repeat an HTTP callout that fails. It repeats an outbound message, which also needs fewer clicks.',
    ),
    paste: ({ url, record }) => {
      const { origin, pathname } = new URL(url)
      return [
        { label: t('Host'), text: origin },
        { label: t('Path'), text: pathname },
        { label: t('Sample body'), text: JSON.stringify(record, null, 2) },
      ]
    },
  },
  {
    name: 'Pipedrive',
    isForeign: true,
    steps: [
      t('In Pipedrive, open Settings → Tools and apps → Webhooks and choose “Create new webhook”.'),
      t(
        'Choose the event action “create” and the event object “person” or “lead”. A second webhook with the action “change” sends later changes.',
      ),
      t(
        'Paste the webhook URL as endpoint, leave the user name and the password empty, choose version 2, and save.',
      ),
      t('Add a test person in Pipedrive to send the first record.'),
    ],
    paste: onlyUrl,
  },
]
