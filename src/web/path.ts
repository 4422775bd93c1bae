// Where GitHub delivers to: the webhook URL of the App ends with it.
export const WEBHOOKS_PATH = '/api/github/webhooks';
