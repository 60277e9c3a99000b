/** The names of the values that the service gives to each e-mail. */
export const serviceValues = ['unsubscribe_url']
