/** Whose counter it is. */
export const SERVICE_URL = "https://service.example/api";
export const TENANT = 7001;
export const USER = 501;
export const DEVICE = "11111111-1111-4111-8111-111111111111";
