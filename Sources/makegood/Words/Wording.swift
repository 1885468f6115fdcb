/// What commands say to people; the same facts as the JSON, in lines.
enum Wording {}
