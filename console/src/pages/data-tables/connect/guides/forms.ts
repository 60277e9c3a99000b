import { t } from '../../../../languages/text.ts'
import { type Guide, onlyUrl } from './guide.ts'
import { appsScript } from './snippets.ts'

/** Setup guides for form services, in which people enter their own data. */
export const forms: readonly Guide[] = [
  {
    name: 'Typeform',
    isForeign: true,
    steps: [
      t('In Typeform, open your form and choose Connect → Webhooks → Add a webhook.'),
      t('Paste the webhook URL and choose “Save webhook”.'),
      t('Turn the webhook on, then choose “View deliveries” and “Send test request”.'),
    ],
    note: t(
      'If you set a secret for the webhook in Typeform, set the same secret under Signatures in this table’s settings.',
    ),
    paste: onlyUrl,
  },
  {
    name: 'Tally',
    isForeign: true,
    steps: [
      t('In Tally, open your form and choose Integrations → Webhooks → Connect.'),
      t('Paste the webhook URL as endpoint and choose Connect.'),
      t('Submit the form once to send a test record.'),
    ],
    note: t(
      'If you set a signing secret in Tally, set the same secret under Signatures in this table’s settings.',
    ),
    paste: onlyUrl,
  },
  {
    name: 'Webflow',
    isForeign: true,
    steps: [
      t('In Webflow, open Site settings → Apps & integrations and scroll to Webhooks.'),
      t('Choose “Add webhook” with the trigger type “Form submission”.'),
      t('Paste the webhook URL, and add the webhook.'),
      t('Publish the site and submit the form once to send a test record.'),
    ],
    note: t(
      'Webhooks created in the Webflow dashboard are not signed. Webhooks created by a Webflow app are signed.',
    ),
    paste: onlyUrl,
  },
  {
    name: 'Elementor',
    isForeign: true,
    steps: [
      t('Open the page in Elementor (Pro) and click the form.'),
      t('Under “Actions After Submit”, add the action “Webhook”.'),
      t('Open the “Webhook” panel that appears, and paste the webhook URL.'),
      t(
        'Turn on “Advanced Data”: Elementor then names the form fields by their ids and not by their labels.',
      ),
      t('Update the page and submit the form once to send a test record.'),
    ],
    note: t(
      'Elementor accepts only the answer 200, which an open table gives. With a strict table, it shows an error to the visitor.',
    ),
    paste: onlyUrl,
  },
  {
    name: 'Google Forms',
    isForeign: true,
    steps: [
      t(
        'Google Forms cannot post to a URL. Use a connector: the trigger “New Form Response” of Google Forms in Zapier, or “Watch Responses” in Make.',
      ),
      t('Continue with the guide for Zapier or Make.'),
      t(
        'Without a connector: open the form’s responses in Sheets, choose Extensions → Apps Script and paste the script below.',
      ),
      t(
        'Save the script, open Triggers, and add a trigger for the function onFormSubmit, “From spreadsheet”, “On form submit”.',
      ),
    ],
    paste: ({ url }) => [
      { label: t('Apps Script for Google Forms without a connector'), text: appsScript(url) },
    ],
  },
  {
    name: 'Meta Lead Ads',
    isForeign: true,
    steps: [
      t(
        'In Zapier choose the trigger “New Lead” of Facebook Lead Ads, in Make “Watch Leads”, and sign in to your Facebook page there.',
      ),
      t('Choose the Facebook page and its lead form.'),
      t('Add a step that posts to the webhook URL, as the guide for Zapier or Make says.'),
    ],
    instead: t(
      'Meta’s own webhook (leadgen) sends only the id of a lead, and fetching the lead needs an app that Meta has reviewed. Zapier and Make have such an app. LinkedIn’s webhook has the same limit.',
    ),
    paste: onlyUrl,
  },
]
