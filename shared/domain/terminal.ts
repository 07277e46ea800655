/** Where readers stand. */
export type Location = { id: string; displayName: string };

export type NewLocation = {
  displayName: string;
  line1: string;
  line2?: string | undefined;
  city: string;
  state: string;
  postalCode: string;
  country: string;
};

export type Reader = {
  id: string;
  label: string;
  deviceType: string;
  status: "online" | "offline";
  locationId: string;
};

export type NewReader = { registrationCode: string; locationId: string; label?: string | undefined };
